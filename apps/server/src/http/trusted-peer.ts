import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** @returns a function that says whether a request comes directly from a trusted proxy */
export function createTrustedPeerCheck(
  trustedProxies: string[],
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const networks = new BlockList()
  for (const one of trustedProxies) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) networks.addAddress(address, ipFamily(address))
    else networks.addSubnet(address, Number(bits), ipFamily(address))
  }
  return ({ socket }) => {
    const peer = socket.remoteAddress ?? ''
    return networks.check(peer, ipFamily(peer))
  }
}

const ipFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
