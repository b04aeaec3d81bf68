export { AnimalDetails, ClientOpinion } from './animal-details.tsx'
export { AnimalForm } from './animal-form.tsx'
export { animalTexts } from './animal-texts.ts'
export { deathTexts } from './death-texts.ts'
export { DiagnosisField } from './diagnosis-field.tsx'
export { PhraseTextarea } from './phrase-textarea.tsx'
export { UndiagnosedAnimals } from './undiagnosed-animals.tsx'
export { VetDiagnosis } from './vet-diagnosis.tsx'
export { nameOfAnimal } from './animal-name.ts'
export { useDeleteAnimal, useSaveAnimal } from './queries.ts'
export {
  validateAnimal,
  toAnimalInput,
  type AnimalFormValues,
  animalFormValues,
  deathTimesOf,
} from './animal-form-values.ts'
