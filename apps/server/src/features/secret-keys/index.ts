export { acceptSecretKeys, explainLostKey } from './secret-keys.ts'
