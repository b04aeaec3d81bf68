export { animalRoutes } from './animals.routes.ts'
export { requireAnimal } from './animals.ts'
