import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Says of an address, as text, whether webhooks may reach it. Anything that is no address may not be reached. */
export interface Networks {
  mayReach(address: string): boolean;
  /** True for an address in a network that the operator has named. */
  isNamed(address: string): boolean;
}

/**
 * The public internet, and the networks that the operator names ("10.0.0.0/8", "127.0.0.1"). Throws for a network that
 * cannot be read.
 */
export function openNetworks(named: readonly string[]): Networks {
  const networks = named.map(readNetwork);
  const isNamed = (text: string) => {
    const address = readAddress(text);
    return address !== null && networks.some((network) => isWithin(address, network));
  };
  return { isNamed, mayReach: (text) => isPublic(text) || isNamed(text) };
}

function readNetwork(text: string): Network {
  return text.includes("/") ? ipaddr.parseCIDR(text) : single(ipaddr.process(text));
}

const single = (address: ipaddr.IPv4 | ipaddr.IPv6): Network => [
  address,
  address.kind() === "ipv4" ? 32 : 128,
];

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}

/** An IPv4 address in the clothes of IPv6 counts as what it is. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** Global unicast of IPv6; everything else is special, or leads to an IPv4 address that is not looked at. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

function isPublic(text: string): boolean {
  const address = readAddress(text);
  if (address === null || address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || isWithin(address, globalUnicast);
}
