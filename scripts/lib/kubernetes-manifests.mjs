import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './processes.mjs'

const folder = path.join(root, 'deploy/kubernetes')

/** Files that kustomization.yaml does not list: itself, and those that operators apply by hand. */
const notListed = ['kustomization.yaml', 'secret.example.yaml', 'first-account.yaml']

const yamlFiles = () => readdirSync(folder).filter((name) => name.endsWith('.yaml'))

/** @returns every object of the manifests, with the file that holds it */
function readManifests() {
  return yamlFiles()
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')).map((document) => {
        const [error] = document.errors
        if (error) throw new Error(`${file}: ${error.message}`)
        return { file, object: document.toJS() }
      }),
    )
}

/** @returns violations of the Kubernetes schemas, and files that kustomization.yaml does not list */
export async function validateManifests() {
  const { resources, images } = parse(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8'))
  const unlisted = yamlFiles().filter((name) => !notListed.includes(name) && !resources.includes(name))
  const faults = unlisted.map((name) => `${name} is not in kustomization.yaml.`)
  for (const { file, object } of readManifests()) {
    // A job cannot be applied again with another image under the same name.
    const tag = images[0].newTag.replaceAll('.', '-')
    if (object.kind === 'Job' && !object.metadata.name.endsWith(`-${tag}`))
      faults.push(`${file}: the name of the job does not end with the tag of the image, ${tag}.`)
    const models = await import(`kubernetes-models/${object.apiVersion}`)
    try {
      new models[object.kind](object).validate()
    } catch (thrown) {
      faults.push(`${file}: ${thrown instanceof Error ? thrown.message : thrown}.`)
    }
  }
  return faults
}

/**
 * Writes the manifests as TypeScript with Kubernetes types, because the compiler rejects unknown fields, which the
 * schemas accept.
 * @returns the file to compile
 */
export function writeTypedManifests() {
  const typed = readManifests().map(
    ({ file, object: { apiVersion, kind, ...rest } }, index) =>
      `// ${file}\nexport const manifest${index}: Pick<import('kubernetes-models/${apiVersion}').I${kind}, ${Object.keys(
        rest,
      )
        .map((name) => `'${name}'`)
        .join(' | ')}> = ${JSON.stringify(rest)}\n`,
  )
  const cacheFolder = path.join(root, 'node_modules/.cache/deploy')
  mkdirSync(cacheFolder, { recursive: true })
  const file = path.join(cacheFolder, 'manifests.ts')
  writeFileSync(file, typed.join('\n'))
  return file
}
