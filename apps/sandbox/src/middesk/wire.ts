import { makeUuid } from "../random.ts";
import type { Business, Businesses, Lien, Termination } from "./businesses.ts";
import { makeFiling, SECURED_PARTY } from "./filing.ts";
import { lienPdf } from "./lien-pdf.ts";
import { type Address, listedState, oneLine } from "./requests.ts";

/** What Middesk's answers are written from. */
export interface Written {
  businesses: Businesses;
  /** The link by which a document can be fetched. */
  linkTo(documentId: string): string;
}

/** A business as it stands in a list. */
export function businessItemJson({ businesses }: Written, business: Business) {
  return {
    object: "business",
    id: business.id,
    external_id: business.externalId,
    unique_external_id: business.uniqueExternalId,
    name: business.name,
    status: businesses.findStatus(business),
    tags: [],
    review: null,
    assignee: null,
    website: null,
    orders: business.products.map((product) => orderJson(business, product)),
    created_at: business.createdAt.toISOString(),
    updated_at: (business.decided?.at ?? business.createdAt).toISOString(),
  };
}

/** A business, the whole of it. */
export function businessJson(written: Written, business: Business) {
  const { assignee, website, ...item } = businessItemJson(written, business);
  const about = { submitted: true, business_id: business.id, sources: [] };
  return {
    ...item,
    website,
    assignee_id: assignee,
    business_batch_id: null,
    formation: null,
    watchlist: null,
    tin: business.tin === null ? null : { business_id: business.id, tin: `•••••${business.tin.slice(-4)}` },
    names: [
      { object: "name", id: makeUuid(`name ${business.id}`), name: business.name, type: "legal", ...about },
    ],
    addresses: business.addresses.map((address, index) => ({
      object: "address",
      id: makeUuid(`address ${index} ${business.id}`),
      ...address,
      state: listedState(address.state),
      full_address: oneLine(address),
      created_at: item.created_at,
      updated_at: item.created_at,
      rating: { risk_rating: "not_available" },
      ...about,
    })),
    people: business.people.map((name, index) => ({
      object: "person",
      id: makeUuid(`person ${index} ${business.id}`),
      name,
      ...about,
    })),
    bankruptcies: [],
    certifications: [],
    documents: [],
    liens: [],
    phone_numbers: [],
    registrations: [],
  };
}

function orderJson(business: Business, product: string) {
  const at = business.createdAt.toISOString();
  return {
    object: "order",
    id: makeUuid(`order ${product} ${business.id}`),
    status: "created",
    business_id: business.id,
    product,
    created_at: at,
    updated_at: at,
  };
}

/** A lien with its documents; before it is filed it has none. */
export async function lienJson(written: Written, lien: Lien) {
  const status = written.businesses.statusOfLien(lien);
  const filing = written.businesses.isFiled(lien) ? makeFiling(lien) : null;
  return {
    object: "lien",
    type: "ucc",
    id: lien.id,
    business_id: lien.businessId,
    state: lien.state,
    status,
    status_category: status === "closed" ? "terminated" : filing ? "active" : "processing",
    lien_termination: lien.termination && terminationJson(lien, lien.termination),
    debtors: lien.debtors.map(partyJson),
    secured_parties: [partyJson(SECURED_PARTY)],
    collateral: lien.collateral,
    loan_principal_amount_cents: lien.principalCents,
    file_number: filing?.fileNumber ?? null,
    filing_date: filing?.filedOn ?? null,
    lapse_date: filing?.lapsesOn ?? null,
    updated_date: filing?.filedOn ?? null,
    filed_by_account: true,
    owner_id: lien.businessId,
    owner_type: "Business",
    documents: filing ? [await documentJson(written, lien)] : [],
  };
}

/** The termination of a lien; it is completed as the lien is closed. */
export const terminationJson = (lien: Lien, { id, packetNumber, createdAt }: Termination) => ({
  id,
  lien_id: lien.id,
  status: "created",
  packet_number: packetNumber,
  created_at: createdAt.toISOString(),
  updated_at: createdAt.toISOString(),
});

async function documentJson(written: Written, lien: Lien) {
  const { filename, at } = makeFiling(lien);
  return {
    object: "document",
    id: lien.documentId,
    document_type: "Initial Filing (UCC1)",
    filename,
    content_type: "application/pdf",
    size: (await lienPdf(lien)).length,
    download_url: written.linkTo(lien.documentId),
    created_at: at.toISOString(),
    source: { type: "Lien", id: lien.id },
    filing_date: at.toISOString(),
  };
}

function partyJson({ name, address }: { name: string; address: Address }) {
  return {
    name,
    type: "ORGANIZATION",
    organization_name: name,
    addresses: [{ full_address: oneLine(address), ...address }],
  };
}
