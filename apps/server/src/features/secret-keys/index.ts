export { acceptSecretKeys, lostKeyLine } from './secret-keys.ts'
