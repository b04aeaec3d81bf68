export { trainingsQuery } from './queries.ts'
export { trainingEditorTexts } from './training-editor-texts.ts'
