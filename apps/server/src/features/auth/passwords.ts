import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP names: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns the hash of a password, in the PHC format */
export const hashPassword = (password: string) => hash(password, cost)

let nobodys: Promise<string> | undefined

/** Checks a password. Without a hash it takes about as long and fails, so that time tells nothing of an account. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await nobodys), password)
  return matches && passwordHash !== null
}
