// Pins the images in compose.yaml and Dockerfile to their digests, so that exactly the tested images run:
// node deploy/pin-images.mjs (needs access to the registries). Run it again to update the digests.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const files = ['compose.yaml', 'Dockerfile']
const ours = /^chisholm[:@]/
const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/** Splits `[registry/]name:tag[@digest]` as Docker reads it. */
export function readImage(image) {
  const [named] = image.split('@')
  const [first, ...rest] = named.split('/')
  const hasRegistry = rest.length > 0 && /[.:]|^localhost$/.test(first)
  const repository = hasRegistry ? rest.join('/') : rest.length > 0 ? named : `library/${named}`
  const [name, tag = 'latest'] = repository.split(':')
  return { named, registry: hasRegistry ? first : 'registry-1.docker.io', name, tag }
}

/** @returns the digest of a tag, `sha256:…`, for all platforms */
async function digestOf(image, protocol) {
  const { registry, name, tag } = readImage(image)
  const ask = (token) =>
    fetch(`${protocol}//${registry}/v2/${name}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: manifests, ...(token && { authorization: `Bearer ${token}` }) },
    })
  let answer = await ask()
  if (answer.status === 401) answer = await ask(await tokenFor(answer.headers.get('www-authenticate') ?? ''))
  const digest = answer.headers.get('docker-content-digest') ?? ''
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${image}: ${registry} says ${answer.status}.`)
  return digest
}

/** Fetches an anonymous token, as the registry's challenge describes: `Bearer realm="…",service="…",scope="…"`. */
async function tokenFor(challenge) {
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const { token, access_token } = await (await fetch(`${realm}?${new URLSearchParams(query)}`)).json()
  return token ?? access_token
}

/** Pins every image in the files of a folder, or none if one fails. @returns one line per image */
export async function pinImages(folder, protocol = 'https:') {
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'utf8'))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^(?: +image: |ARG \w+_IMAGE=)(\S+)$/gm)].map(([, image]) => image),
  )
  const pinned = new Map()
  for (const image of new Set(named.filter((one) => !ours.test(one))))
    pinned.set(image, `${readImage(image).named}@${await digestOf(image, protocol)}`)
  for (const [index, name] of files.entries()) {
    const line = /^( +image: |ARG \w+_IMAGE=)(\S+)$/gm
    const text = texts[index].replaceAll(line, (_, before, image) => before + (pinned.get(image) ?? image))
    writeFileSync(path.join(folder, name), text)
  }
  return [...pinned.values()]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await pinImages(import.meta.dirname)).join('\n'))
