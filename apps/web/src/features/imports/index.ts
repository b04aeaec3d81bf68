export { importTexts } from './import-texts.ts'
