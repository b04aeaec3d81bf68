export { legacyAnimalRoutes } from './legacy-animals.routes.ts'
export { animalRoutes } from './animals.routes.ts'
export { requireAnimal } from './animals.ts'
export { animalRules, animalsToExport } from './animals.queries.ts'
