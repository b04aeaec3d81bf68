import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontBlobs } from './font-blobs.ts'

/** The path of a file of this folder, in which the compiler looks for documents and their data. */
export const workspaceFile = (name: string): string => path.join(import.meta.dirname, name)

/** Creates the compiler of a process. */
export const createCompiler = (): NodeCompiler =>
  NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs: fontBlobs() }] })

/**
 * Compiles a document to PDF.
 * @param name  the file name of the document
 * @throws Error  with Typst's diagnostics
 */
export function compilePdf(compiler: NodeCompiler, name: string, options?: Parameters<NodeCompiler['pdf']>[1]) {
  const compiled = compiler.compile({ mainFilePath: workspaceFile(name) })
  if (!compiled.result)
    throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? `${name} not compiled`))
  return compiler.pdf(compiled.result, options)
}
