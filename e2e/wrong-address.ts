/** What a wrong address shows inside the frame. */
export interface WrongAddress {
  address: string
  /** The heading for each role that tries it; null where the role is led home. An admin sees what a vet sees. */
  expectedH1: { client?: string | RegExp | null; vet?: string | RegExp | null; admin?: string }
  /** Something else that must be seen. */
  says?: string
  /** The heading at a desk, where it is another one: a ticket stands beside its list. */
  deskH1?: string
}

export const nobody = '0190a5f0-7c1b-7def-8a3b-0123456789ab'
