import { prepare } from '../known.ts'
import { type Line, roles, type Sight, type Who } from '../screens-shape.ts'
import { lines } from '../screens-table.ts'
import type { AppScreen, Seen } from './app-screen.ts'
import { test } from './fixtures.ts'
import { becomeWithoutForm } from './people.ts'

/** Matches a part of a text regardless of case, as Playwright does by default. */
const anywhere = (words: string | RegExp) =>
  words instanceof RegExp ? words : new RegExp(words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'i')

/** The query for a control written as in `Sight.controls`. */
function controlOf(control: string): Seen {
  const [kind = '', ...words] = control.split(' ')
  const name = words.join(' ')
  if (kind === 'field') return { label: name }
  if (kind === 'current') return { role: 'link', current: true, name: anywhere(name) }
  return { role: kind, name: anywhere(name) }
}

async function expectSight(app: AppScreen, { h1, controls = [], lacks = [], texts = [] }: Sight): Promise<void> {
  await app.expectSeen(
    { role: 'heading', level: 1, name: h1 },
    ...controls.map(controlOf),
    ...texts.map((text) => ({ text: anywhere(text) })),
  )
  await app.expectCount({ label: 'Loading' }, 0)
  for (const control of lacks) await app.expectCount(controlOf(control), 0)
}

type Known = Awaited<ReturnType<typeof prepare>>
const everybody = ['stranger', ...roles] as const

/** The screen a role sees; undefined for a redirect. */
function sightOf(line: Line, known: Known, who: Who): Sight | undefined {
  const outcome = line.seen(known)[who]
  return typeof outcome === 'object' && 'h1' in outcome ? outcome : undefined
}

/** One screen per route, with the first role that sees it. */
function screensOf(known: Known) {
  const tried = new Set<string | null>()
  return lines.flatMap((line) => {
    const who = everybody.find((one) => sightOf(line, known, one))
    const sight = who && sightOf(line, known, who)
    if (!sight || tried.has(line.route)) return []
    tried.add(line.route)
    return { line, who, sight }
  })
}

test('every route shows its screen', async ({ app, request }) => {
  const known = await prepare(request)
  const screens = screensOf(known)
  for (const who of everybody) {
    await becomeWithoutForm(app, request, who)
    for (const [index, { line, sight }] of screens.filter((screen) => screen.who === who).entries())
      await test.step(`${line.name} for ${who}`, async () => {
        await (index === 0 ? app.open(line.address(known)) : app.follow(line.address(known)))
        await expectSight(app, sight)
      })
  }
})
