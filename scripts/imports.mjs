// Checks that imports run one way; docs/architecture.md draws the ways.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/run.mjs'

const server = 'apps/server/src'
const web = 'apps/web/src'
const test = /\.test\.tsx?$|\/testing\//

/** `from` and `to` are files relative to the repository; `except` answers for what is allowed all the same. */
const rules = [
  {
    why: 'the domain knows neither side',
    from: /^packages\/domain\/src\//,
    to: /^/,
    except: (_, to) => to.startsWith('packages/domain/src/'),
  },
  { why: 'the web app reaches the server over HTTP only', from: /^apps\/web\//, to: /^apps\/server\// },
  { why: 'the server serves the built web app and never imports it', from: /^apps\/server\//, to: /^apps\/web\// },
  {
    why: 'the doors to the world know nothing of features or the app',
    from: /^apps\/server\/src\/(http|database|storage|mail|jobs|pdf|backup)\//,
    to: /^apps\/server\/src\/(features\/|cli\/|(app|main|serve)\.ts$)/,
    except: (from) => test.test(from),
  },
  {
    why: 'only what puts the server together imports features',
    from: /^apps\/server\/src\//,
    to: /^apps\/server\/src\/features\//,
    except: (from) =>
      test.test(from) || /^apps\/server\/src\/((app|main|serve)\.ts$|cli\/|demo\/|features\/)/.test(from),
  },
  {
    why: 'the app puts features together, not the other way round',
    from: /^apps\/server\/src\/features\//,
    to: /^apps\/server\/src\/(cli\/|(app|main|serve)\.ts$)/,
    except: (from) => test.test(from),
  },
  {
    why: 'a feature reaches another through its index.ts only',
    from: /^apps\/server\/src\/features\//,
    to: /^apps\/server\/src\/features\//,
    except: (from, to) => featureOf(from) === featureOf(to) || /\/features\/[^/]+\/index\.ts$/.test(to),
  },
  {
    why: 'components and client know nothing of the product',
    from: /^apps\/web\/src\/(ui|api)\//,
    to: /^apps\/web\/src\/(features\/|shell\/|routes\.tsx?$)/,
  },
  {
    why: 'pages do not know the frame around them',
    from: /^apps\/web\/src\/features\//,
    to: /^apps\/web\/src\/(shell\/|routes\.tsx?$)/,
  },
]

const featureOf = (file) => /\/features\/([^/]+)\//.exec(file)?.[1]

function sourcesIn(folder) {
  try {
    return readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((file) => /\.tsx?$/.test(file))
  } catch {
    return []
  }
}

/** Type imports count for the direction and not for circles: they are gone when the program runs. */
function importsOf(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found = text.matchAll(
    /^\s*(import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...found].flatMap(([, , type, direct, late]) => {
    const to = resolve(file, direct ?? late)
    return to === undefined ? [] : [{ to, atStart: !type && late === undefined }]
  })
}

function resolve(file, specifier) {
  if (specifier.startsWith('@chisholm/domain/')) return `packages/domain/src/${specifier.slice(17)}.ts`
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier.split('?')[0]) : undefined
}

const files = [server, web, 'packages/domain/src'].flatMap(sourcesIn)
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const faults = files.flatMap((from) =>
  imports
    .get(from)
    .flatMap(({ to }) =>
      rules
        .filter((rule) => rule.from.test(from) && rule.to.test(to) && !rule.except?.(from, to))
        .map((rule) => `${from} imports ${to}: ${rule.why}.`),
    ),
)

const state = new Map()
function findCircles(file, trail) {
  if (state.get(file) === 'done') return
  if (state.get(file) === 'open') {
    faults.push(
      `${[...trail.slice(trail.indexOf(file)), file].join(' → ')}: modules that need each other are one module.`,
    )
    return
  }
  state.set(file, 'open')
  for (const { to, atStart } of imports.get(file) ?? []) if (atStart) findCircles(to, [...trail, file])
  state.set(file, 'done')
}
for (const file of files) findCircles(file, [])

if (files.length === 0) faults.push('No sources were found.')
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
