import { program } from './cli/program.ts'

await program().parseAsync()
