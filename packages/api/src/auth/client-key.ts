const GROUPS = 8;
const GROUPS_OF_A_CLIENT = 4;

/** The part of an address that one client holds: all of IPv4, the first four groups of IPv6. */
export function clientKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  return ip.includes(":") ? parseIpGroups(ip).slice(0, GROUPS_OF_A_CLIENT).join(":") : ip;
}

/** The groups of an IPv6 address, with the zeros that `::` stands for. */
function parseIpGroups(ip: string): string[] {
  const [before = [], after = []] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Math.max(0, GROUPS - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
}
