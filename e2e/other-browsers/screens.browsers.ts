import { createScreenFixtures } from '../helpers/screen-fixtures.ts'
import { type ScreenCase, roles, type ExpectedScreen, type TestRole } from '../screens/screen-types.ts'
import { allScreens } from '../screens/all-screens.ts'
import type { AppScreen, ElementQuery } from './app-screen.ts'
import { test } from './fixtures.ts'
import { switchUser } from './sign-in.ts'

/** Matches part of a text in upper or lower case, as Playwright does by default. */
const matchAnywhere = (words: string | RegExp) =>
  words instanceof RegExp ? words : new RegExp(words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'i')

/** The query for a control that is written as in `ExpectedScreen.controls`. */
function queryForControl(control: string): ElementQuery {
  const [kind = '', ...words] = control.split(' ')
  const name = words.join(' ')
  if (kind === 'field') return { label: name }
  if (kind === 'current') return { role: 'link', current: true, name: matchAnywhere(name) }
  return { role: kind, name: matchAnywhere(name) }
}

async function expectScreen(
  app: AppScreen,
  { h1, controls = [], absentControls = [], texts = [] }: ExpectedScreen,
): Promise<void> {
  await app.expectSeen(
    { role: 'heading', level: 1, name: h1 },
    ...controls.map(queryForControl),
    ...texts.map((text) => ({ text: matchAnywhere(text) })),
  )
  await app.expectCount({ label: 'Loading' }, 0)
  for (const control of absentControls) await app.expectCount(queryForControl(control), 0)
}

type ScreenFixtures = Awaited<ReturnType<typeof createScreenFixtures>>
const allRoles = ['anonymous', ...roles] as const

/** The screen that a role sees. Undefined for a redirect. */
function expectedScreen(screen: ScreenCase, fixtures: ScreenFixtures, role: TestRole): ExpectedScreen | undefined {
  const outcome = screen.expected(fixtures)[role]
  return typeof outcome === 'object' && 'h1' in outcome ? outcome : undefined
}

/** One screen per route, with the first role that sees it. */
function screenPerRoute(fixtures: ScreenFixtures) {
  const tried = new Set<string | null>()
  return allScreens.flatMap((screen) => {
    const who = allRoles.find((one) => expectedScreen(screen, fixtures, one))
    const expected = who && expectedScreen(screen, fixtures, who)
    if (!expected || tried.has(screen.route)) return []
    tried.add(screen.route)
    return { screen, who, expected }
  })
}

test('every route shows its screen', async ({ app, request }) => {
  const fixtures = await createScreenFixtures(request)
  const screens = screenPerRoute(fixtures)
  for (const who of allRoles) {
    await switchUser(app, request, who)
    for (const [index, { screen, expected }] of screens.filter((one) => one.who === who).entries())
      await test.step(`${screen.name} for ${who}`, async () => {
        await (index === 0 ? app.open(screen.url(fixtures)) : app.navigateInApp(screen.url(fixtures)))
        await expectScreen(app, expected)
      })
  }
})
