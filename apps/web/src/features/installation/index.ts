export { installationTexts } from './installation-texts.ts'
