export { scannerRoutes } from './scanner.routes.ts'
