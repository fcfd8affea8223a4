import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVault, parseVaultKeys, type SealedPlace, type VaultKeys } from "./vault.ts";

const keys = (): VaultKeys => ({
  sealing: keyring("k001"),
  audit: keyring("a001"),
  index: randomBytes(32),
});
const keyring = (current: string) => ({ keys: { [current]: randomBytes(32) }, current });
const PLACE: SealedPlace = { table: "users", column: "ssn_sealed", rowId: 1 };
const SSN = "501832746";

/** What the cipher, or the look-up of its key, says of bytes that were not sealed here. */
const UNSEALED = /authenticate|authentication tag|initialization vector|is not known here/i;

describe("sealing", () => {
  it("any text opens again where it was sealed, and only there", () => {
    const vault = createVault(keys());
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1 }), (text, rowId) => {
        const sealed = vault.seal({ ...PLACE, rowId }, text);
        expect(vault.open({ ...PLACE, rowId }, sealed)).toBe(text);
        expect(() => vault.open({ ...PLACE, rowId: rowId + 1 }, sealed)).toThrow(UNSEALED);
      }),
    );
  });

  it.each<[string, SealedPlace]>([
    ["another row", { ...PLACE, rowId: 2 }],
    ["another column", { ...PLACE, column: "ein_sealed" }],
    ["another table", { ...PLACE, table: "admin" }],
  ])("a value moved to %s does not open", (_what, place) => {
    const vault = createVault(keys());
    expect(() => vault.open(place, vault.seal(PLACE, SSN))).toThrow(UNSEALED);
  });

  it("a value with any one bit changed does not open", () => {
    const vault = createVault(keys());
    const sealed = vault.seal(PLACE, SSN);
    for (let index = 0; index < sealed.length; index++) {
      const changed = Uint8Array.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.open(PLACE, changed)).toThrow(UNSEALED);
    }
  });

  it.each([0, 4, 16, 32])("a value cut to %i bytes does not open", (length) => {
    const vault = createVault(keys());
    expect(() => vault.open(PLACE, vault.seal(PLACE, SSN).subarray(0, length))).toThrow(UNSEALED);
  });

  it.each([20, 24, 28, 31])("an empty value whose tag is cut to end at byte %i does not open", (length) => {
    const vault = createVault(keys());
    expect(() => vault.open(PLACE, vault.seal(PLACE, "").subarray(0, length))).toThrow(UNSEALED);
  });

  it("equal texts never look equal, and the text is not in the bytes", () => {
    const vault = createVault(keys());
    const [one, other] = [vault.seal(PLACE, SSN), vault.seal(PLACE, SSN)];
    expect(one).not.toEqual(other);
    expect(Buffer.from(one).includes(SSN)).toBe(false);
  });

  it("a new key seals from now on, and the old one still opens what it sealed", () => {
    const before = keys();
    const sealed = createVault(before).seal(PLACE, SSN);
    const after = createVault({
      ...before,
      sealing: { keys: { ...before.sealing.keys, k002: randomBytes(32) }, current: "k002" },
    });
    expect(after.open(PLACE, sealed)).toBe(SSN);
    expect(() => createVault(before).open(PLACE, after.seal(PLACE, SSN))).toThrow(/"k002" is not known/);
  });

  it("a value sealed under another key of the same name does not open", () => {
    expect(() => createVault(keys()).open(PLACE, createVault(keys()).seal(PLACE, SSN))).toThrow(UNSEALED);
  });
});

describe("blind indexes", () => {
  it("are equal for equal values of one field, and for nothing else", () => {
    const held = keys();
    const [vault, again] = [createVault(held), createVault(held)];
    expect(again.blindIndex("ssn", SSN)).toEqual(vault.blindIndex("ssn", SSN));
    expect(vault.blindIndex("ssn", "501832747")).not.toEqual(vault.blindIndex("ssn", SSN));
    expect(vault.blindIndex("ein", SSN)).not.toEqual(vault.blindIndex("ssn", SSN));
    expect(createVault(keys()).blindIndex("ssn", SSN)).not.toEqual(vault.blindIndex("ssn", SSN));
  });

  it("have 16 bytes, and do not depend on the sealing key", () => {
    const held = keys();
    const rotated = createVault({ ...held, sealing: keyring("k002") });
    expect(createVault(held).blindIndex("ssn", SSN)).toHaveLength(16);
    expect(rotated.blindIndex("ssn", SSN)).toEqual(createVault(held).blindIndex("ssn", SSN));
  });

  it("differ from the hashes of secrets, which differ by purpose", () => {
    const vault = createVault(keys());
    expect(vault.secretHash("one-time-code", "123456")).toHaveLength(32);
    expect(vault.secretHash("one-time-code", "123456")).not.toEqual(vault.secretHash("passcode", "123456"));
    expect(Buffer.from(vault.secretHash("ssn", SSN)).subarray(0, 16)).not.toEqual(
      Buffer.from(vault.blindIndex("ssn", SSN)),
    );
  });
});

describe("keys as they stand in settings", () => {
  const base64 = (bytes = 32) => randomBytes(bytes).toString("base64");

  it("are read in order: the first seals, all open", () => {
    const [one, two, index, audit] = [base64(), base64(), base64(), `a001:${base64()}`];
    const read = parseVaultKeys(`k002:${two}, k001:${one}`, index, audit);
    expect(read.sealing.current).toBe("k002");
    expect(read.sealing.keys.k001?.toString("base64")).toBe(one);
    const old = createVault(parseVaultKeys(`k001:${one}`, index, audit));
    expect(createVault(read).open(PLACE, old.seal(PLACE, SSN))).toBe(SSN);
  });

  it.each([
    ["a short sealing key", `k001:${base64(16)}`, base64()],
    ["a long sealing key", `k001:${base64(33)}`, base64()],
    ["a name that is not four characters", `key:${base64()}`, base64()],
    ["no key after the name", "k001:", base64()],
    ["nothing", "", base64()],
    ["a short index key", `k001:${base64()}`, base64(31)],
    ["an index key that is no base64", `k001:${base64()}`, "•••"],
    ["no audit key", `k001:${base64()}`, base64(), ""],
    ["a short audit key", `k001:${base64()}`, base64(), `a001:${base64(16)}`],
  ])("are refused with %s", (_what, sealing, index, audit = `a001:${base64()}`) => {
    expect(() => parseVaultKeys(sealing, index, audit)).toThrow(/key/);
  });
});

describe("what was signed", () => {
  it("is known again by whoever has the key, for its purpose, part by part, and by nobody else", () => {
    const held = keys();
    const vault = createVault(held);
    const signature = vault.sign("event", "one", "two");
    expect(signature.keyId).toBe("a001");
    expect(vault.isSigned(signature, "event", "one", "two")).toBe(true);
    for (const parts of [["one", "tw"], ["onet", "wo"], ["onetwo"], ["two", "one"], ["one", "two", ""]])
      expect(vault.isSigned(signature, "event", ...parts)).toBe(false);
    expect(vault.isSigned(signature, "link", "one", "two")).toBe(false);
    expect(vault.isSigned({ ...signature, keyId: "a002" }, "event", "one", "two")).toBe(false);
    expect(createVault(keys()).isSigned(signature, "event", "one", "two")).toBe(false);
    const newer = { keys: { ...held.audit.keys, a002: randomBytes(32) }, current: "a002" };
    const rotated = createVault({ ...held, audit: newer });
    expect(rotated.isSigned(signature, "event", "one", "two")).toBe(true);
    expect(rotated.sign("event", "one").keyId).toBe("a002");
  });
});
