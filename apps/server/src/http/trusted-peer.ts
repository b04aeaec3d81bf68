import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** @returns whether a request comes straight from a proxy whose word is taken */
export function trustedPeer(trustedProxies: string[]): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const networks = new BlockList()
  for (const one of trustedProxies) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) networks.addAddress(address, familyOf(address))
    else networks.addSubnet(address, Number(bits), familyOf(address))
  }
  return ({ socket }) => {
    const peer = socket.remoteAddress ?? ''
    return networks.check(peer, familyOf(peer))
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
