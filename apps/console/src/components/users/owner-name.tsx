/** Whose page it is, beside its title. */
export const OwnerName = ({ id, name }: { id: number; name: string }) => (
  <>
    <span className="text-lg">{name}</span>
    <span className="id-text text-muted-foreground">#{id}</span>
  </>
);
