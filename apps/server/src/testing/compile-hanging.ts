import { compilerProcess } from '../pdf/compiler-process.ts'
import type { TestDocument } from './test-compiler.ts'

/* Run as a program: compiles a document that hangs. */

await compilerProcess<TestDocument>('../testing/test-compiler.ts')({ does: 'hang', log: process.argv[2] ?? '' })
