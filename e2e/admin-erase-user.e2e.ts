import { expect, test } from '@playwright/test'
import { button } from './helpers/button.ts'
import { expectAccessible } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signInByApi, signIn } from './helpers/sign-in.ts'
import { withSecondServer } from './helpers/second-server.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'
import { expectToast } from './helpers/expect-screen.ts'

test('an Admin sends a reset code, hands over the tickets of a veterinarian and erases the account', {
  tag: '@long',
}, async ({ browser }) => {
  // The test has its own server, because other tests need the demo account that is erased here.
  await withSecondServer({}, async (baseURL) => {
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await signIn(page, 'admin')
    const admin = await createApiClient(page.request, 'admin')
    const { uuid } = await signInByApi(page.request, 'vet2')
    const { id, title } = await createPostMortem(page, { client: 'client', tag: 'Y 7301', sent: true })
    await admin.put(`/post-mortems/${id}`, { scheduled_for_id: uuid })

    await page.goto(`/a/admin/users/${uuid}`)
    await button(page, 'Send a reset code').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expectToast(page, 'A verification code for a new password is on its way to this person.')

    await button(page, 'Disable').click()
    const disableDialog = page.getByRole('dialog', { name: 'Disable the account of Luis Ortega?' })
    await disableDialog.getByRole('button', { name: 'Disable' }).click()
    await expect(disableDialog.getByText('Please choose a veterinarian, or leave them unassigned.')).toBeVisible()
    await disableDialog.getByRole('combobox', { name: 'Who takes over' }).click()
    await page.getByRole('option', { name: 'Dana Whitfield' }).click()
    await expectAccessible(page)
    await saveScreenshot(page, 'leaving-disable')
    await disableDialog.getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'The account of Luis Ortega is disabled.')
    const postMortem = await admin.get(`/post-mortems/${id}`)
    expect([title, postMortem.veterinary_record.scheduled_for.last_name]).toEqual([title, 'Whitfield'])
    await page.goto('/a/search')
    await page.getByRole('combobox', { name: 'Vet' }).click()
    await page.getByRole('option', { name: 'Luis Ortega (disabled)' }).click()

    await page.goto(`/a/admin/users/${uuid}`)
    await saveScreenshot(page, 'leaving-user')
    await button(page, 'Erase this person').click()
    const erase = page.getByRole('dialog', { name: 'Erase Luis Ortega?' })
    await erase.getByRole('button', { name: 'Erase this person' }).click()
    await expect(erase.getByText('This is not the e-mail of this person.')).toBeVisible()
    await erase.getByLabel('Type vet2@demo.example to confirm').fill('VET2@demo.example')
    await expectAccessible(page)
    await saveScreenshot(page, 'leaving-erase')
    await erase.getByRole('button', { name: 'Erase this person' }).click()
    await expectToast(page, 'This person was erased. What they did stays under “Former user”.')
    await expect(page).toHaveURL(/\/a\/admin\/users$/)
    await page.goto('/a/admin/users?text=ortega')
    await expect(page.getByText('Nothing found for “ortega”.')).toBeVisible()
    await context.close()
  })
})
