export { providerTexts } from './provider-texts.ts'
