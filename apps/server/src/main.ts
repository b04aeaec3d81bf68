import { program } from './cli/program.ts'

// files are private to their owner, regardless of the shell's umask
process.umask(0o077)
await program().parseAsync()
