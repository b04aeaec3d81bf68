export { trainingEditorTexts } from './training-editor-texts.ts'
