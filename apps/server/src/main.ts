import { program } from './cli/program.ts'

// what a practice knows is for its owner alone, whatever the shell allows others
process.umask(0o077)
await program().parseAsync()
