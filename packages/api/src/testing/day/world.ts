import { cheapHash } from "@countinghouse/db/testing/cheap-hash";
import { createPaylianceAch } from "@countinghouse/providers/ach/payliance";
import { createTabaPayCards } from "@countinghouse/providers/cards/tabapay";
import { type FileTransfer, NO_SUCH_FILE } from "@countinghouse/providers/file-transfer/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Sandbox } from "@countinghouse/sandbox";
import { type Delivery, HURRIED_MS, PATIENT_MS, startDelivery } from "../delivery.ts";
import type { TestApi } from "../harness.ts";
import { createMemoryStorage } from "../memory-storage.ts";
import { setPasscodesBy } from "../payable.ts";

const EFFECT_WINDOW_MS = 90_000;

export interface DayWorld {
  api: TestApi;
  delivery: Delivery;
  /** Does what no client of a vendor can: `payliance/notice` and its like. Throws where the sandbox refuses. */
  control(path: string, body: object): Promise<void>;
  /** What a vendor has in its books. */
  books(vendor: "payliance" | "tabapay"): Promise<Record<string, unknown>[]>;
  /** From here on the card processor is given up on soon, or not. */
  hurryCards(isHurried: boolean): void;
  /** Goes on to a moment. */
  goTo(moment: string): void;
  close(): Promise<void>;
}

/** An API whose vendors are those of the sandbox, on one clock with it. */
export async function openDayWorld(api: TestApi): Promise<DayWorld> {
  const delivery = await startDelivery(api);
  const { sandbox } = delivery;
  const { reportsFolder, ...access } = sandbox.tabapay;
  const files = sandboxFileTransfer(sandbox);
  const cardsWithin = (deadlineMs: number) =>
    createTabaPayCards({ ...access, deadlineMs, effectWindowMs: EFFECT_WINDOW_MS, files, reportsFolder });
  const { ports } = api.services;
  Object.assign(ports, delivery.ports, { objectStorage: createMemoryStorage(), fileTransfer: files });
  ports.ach = createPaylianceAch({
    ...sandbox.payliance,
    deadlineMs: PATIENT_MS,
    effectWindowMs: EFFECT_WINDOW_MS,
  });
  ports.cards = cardsWithin(PATIENT_MS);
  for (const role of ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
  await setPasscodesBy(api, (await api.admin("SUPERADMIN")).id, cheapHash);
  const at = (path: string) => `${sandbox.origin}/__sandbox/${path}`;
  return {
    api,
    delivery,
    control: async (path, body) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(at(path), { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
    },
    books: async (vendor) =>
      (await (await fetch(at(`${vendor}/transactions`))).json()) as Record<string, unknown>[],
    hurryCards: (isHurried) => {
      ports.cards = cardsWithin(isHurried ? HURRIED_MS : PATIENT_MS);
    },
    goTo: (moment) => {
      const ms = new Date(moment).getTime() - api.clock.now().getTime();
      if (ms < 0) throw new Error(`${moment} has passed.`);
      api.clock.advance({ seconds: ms / 1_000 });
      // What waited for that moment in the sandbox happens.
      sandbox.clock.advance(0);
    },
    close: () => delivery.close(),
  };
}

/** The file-transfer area of the sandbox without a connection for each look: a month of reports is looked at each day. */
function sandboxFileTransfer({ files }: Sandbox): FileTransfer {
  const none = (path: string) =>
    new ProviderError({
      kind: "refused",
      provider: "sftp",
      vendorCode: NO_SUCH_FILE,
      message: `sftp: no ${path}`,
    });
  return {
    list: (folder) =>
      Promise.resolve(
        files
          .list()
          .flatMap(({ path, sizeBytes }) =>
            path.startsWith(`${folder}/`)
              ? [{ name: path.slice(folder.length + 1), sizeBytes, modifiedAt: new Date(0) }]
              : [],
          ),
      ),
    get: (path) => {
      const file = files.file(path);
      return file === undefined ? Promise.reject(none(path)) : Promise.resolve(new Uint8Array(file.bytes));
    },
    put: (path, content) =>
      content instanceof Uint8Array && files.write(path, Buffer.from(content))
        ? Promise.resolve()
        : Promise.reject(none(path)),
  };
}
