import { expect, type Page, type Route, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { button } from './helpers/button.ts'
import { idbResult } from './helpers/indexed-db.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'
import { expectToast } from './helpers/expect-screen.ts'

/** Lets another Admin act between the moment at which the page reads a record and the one at which it saves it. */
const beforeSaving = (page: Page, url: string, act: () => Promise<unknown>) => {
  let isFirst = true
  return page.route(url, async (route: Route) => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false
      await act()
    }
    await route.continue()
  })
}

test.beforeEach(async ({ page }) => {
  page.on('dialog', (question) => void question.accept())
  await signInWithoutForm(page, 'admin')
})

test('a training has the sections that two Admins changed, added and removed at the same time', async ({
  page,
  request,
}) => {
  const other = await createApiClient(request, 'superadmin')
  const sections = ['Gloves', 'Knife', 'Boots'].map((heading) => ({ heading, content: `About ${heading}.` }))
  const training = await other.post('/trainings', { title: 'Two Admins', training_sections: sections })
  const path = `/trainings/${training.id}`
  const [gloves, knife, boots] = training.training_sections
  const headings = async () =>
    (await other.get(path)).training_sections.map((section: { heading: string }) => section.heading)
  const section = (number: number) => page.getByRole('group', { name: `Section ${number}`, exact: true })
  const save = async () => {
    await button(page, 'Save').click()
    await expect(page).toHaveURL(/\/a\/admin\/trainings$/)
  }

  await test.step('while the page is open', async () => {
    await page.goto(`/a/admin${path}`)
    await section(1).getByLabel('Heading').fill('Two pairs of gloves')
    await other.put(path, { training_sections: [gloves, { ...knife, heading: 'Sharp knife' }, boots] })
    await save()
    expect(await headings()).toEqual(['Two pairs of gloves', 'Sharp knife', 'Boots'])
  })

  await test.step('while a draft waits on the device', async () => {
    await page.goto(`/a/admin${path}`)
    await button(page, 'Add section').click()
    await section(4).getByLabel('Heading').fill('Apron')
    await section(4).getByLabel('Text').fill('Of rubber.')
    await expect.poll(() => storedOnDevice(page)).toContain('Of rubber.')
    const { training_sections: now } = await other.get(path)
    await other.put(path, { training_sections: now.slice(0, 2) })
    await page.reload()
    await expect(section(4).getByLabel('Heading')).toHaveValue('Apron')
    await save()
    expect(await headings()).toEqual(['Two pairs of gloves', 'Sharp knife', 'Apron'])
  })

  await test.step('at the same moment', async () => {
    await page.goto(`/a/admin${path}`)
    await section(2).getByLabel('Heading').fill('Two knives')
    const { training_sections: now } = await other.get(path)
    await beforeSaving(page, `**/api/v1${path}`, () =>
      other.put(path, { training_sections: [...now, { heading: 'Mask', content: 'Against dust.' }] }),
    )
    await save()
    expect(await headings()).toEqual(['Two pairs of gloves', 'Two knives', 'Apron', 'Mask'])
  })
  await other.delete(path)
})

test('the authorities have the numbers that two Admins changed at the same time', async ({ page, request }) => {
  const other = await createApiClient(request, 'superadmin')
  const { authorities: before } = await other.get('/provider')
  const office = { name: 'District office', phone: '+1 403 555 0101', note: '' }
  const laboratory = { name: 'Laboratory', phone: '+1 403 555 0102', note: '' }
  await other.put('/provider', { authorities: [office, laboratory] })
  const phones = async () => (await other.get('/provider')).authorities.map((one: { phone: string }) => one.phone)
  const authority = (number: number) => page.getByRole('group', { name: `Authority ${number}`, exact: true })

  await page.goto('/a/admin/provider')
  await authority(1).getByLabel('Number').fill('+1 403 555 0111')
  await other.put('/provider', { authorities: [office, { ...laboratory, phone: '+1 403 555 0122' }] })
  await button(page, 'Update authorities and clock').click()
  await expectToast(page, 'Data is updated')
  expect(await phones()).toEqual(['+1 403 555 0111', '+1 403 555 0122'])
  await expect(authority(2).getByLabel('Number')).toHaveValue('+1 403 555 0122')

  await button(page, 'Remove authority 2').click()
  await authority(1).getByLabel('Office').fill('District')
  await button(page, 'Update authorities and clock').click()
  await expect(async () => expect(await phones()).toEqual(['+1 403 555 0111'])).toPass()
  await other.put('/provider', { authorities: before })
})

test('the roles of a user are those that two Admins granted at the same time', async ({ page, request }) => {
  const other = await createApiClient(request, 'superadmin')
  const email = 'two.admins@example.com'
  await other.post('/user-invites', { email, role: 'Veterinarian' })
  const [user] = await other.get(`/users?filter[name_or_email:like]=${email}&filter[status]=invited`)
  const path = `/users/${user.id}`
  const rolesNow = async () => new Set((await other.get(path)).roles)
  await signInWithoutForm(page, 'superadmin')
  await page.goto(`/a/admin${path}`)
  const role = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await role('Admin').check()
  await other.put(path, { roles: ['Veterinarian', 'Client'] })
  await button(page, 'Save roles').click()
  await button(page.getByRole('dialog'), 'Change').click()
  await expect(role('Client')).toBeChecked()
  expect(await rolesNow()).toEqual(new Set(['Admin', 'Client', 'Veterinarian']))
  await role('Admin').uncheck()
  await button(page, 'Save roles').click()
  await button(page.getByRole('dialog'), 'Change').click()
  await expect(async () => expect(await rolesNow()).toEqual(new Set(['Client', 'Veterinarian']))).toPass()
})

test('an Admin’s unsaved list that a version without these merges has stored is continued', async ({
  page,
  request,
}) => {
  const other = await createApiClient(request, 'superadmin')
  const sections = [{ heading: 'Gloves', content: 'Two pairs.' }]
  const training = await other.post('/trainings', { title: 'Older draft', training_sections: sections })
  const path = `/trainings/${training.id}`
  const heading = page.getByRole('group', { name: 'Section 1', exact: true }).getByLabel('Heading')
  await page.goto(`/a/admin${path}`)
  await heading.fill('Thick gloves')
  await expect.poll(() => storedOnDevice(page)).toContain('Thick gloves')
  await page.goto('/a/admin')
  const result = await idbResult(page)
  await page.evaluate(
    async ({ result, name }) => {
      const database = await result(indexedDB.open('chisholm'))
      const table = database.transaction('typed', 'readwrite').objectStore('typed')
      for (const key of await result(table.getAllKeys())) {
        if (!String(key).includes(name)) continue
        const draft = await result(table.get(key))
        await result(table.put({ ...draft, training_sections: draft.training_sections.now }, key))
      }
      database.close()
    },
    { result, name: `training ${training.id}` },
  )
  await page.goto(`/a/admin${path}`)
  await expect(heading).toHaveValue('Thick gloves')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/a\/admin\/trainings$/)
  expect((await other.get(path)).training_sections[0].heading).toBe('Thick gloves')
  await other.delete(path)
})
