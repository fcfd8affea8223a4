/**
 * The user under whom the customer of `u` (a row of `users`) came back last, as it stands in a statement: the newest of
 * those that refer to the first user, whichever of the customer's users `u` is; NULL for who did not come back.
 */
export const RENEWAL_ID_SQL =
  "(SELECT max(r.id) FROM users r WHERE r.ref_user_id = coalesce(u.ref_user_id, u.id))";
