import { expect, test } from 'vitest'
import { newId, type PostMortemId } from '../database/ids.ts'
import * as templates from './email-templates.ts'

const site = { url: 'https://pm.example', provider: 'Prairie & Sons', address: '', logo: null }
const postMortem: templates.PostMortemValues = {
  id: newId<PostMortemId>(),
  number: 'CHM-7',
  location: '<script>alert(1)</script> - "North"\r\nBcc: everyone@example.com',
  requester: '<b>Ana</b>',
  dangerSigns: [],
  animals: 2,
  date: 'November 21st 2026',
  vet: null,
}

test('user input is escaped in e-mails', () => {
  for (const write of [templates.postMortemSent, templates.postMortemAssigned, templates.postMortemCompleted]) {
    const { html } = write(site, postMortem)
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<b>Ana')
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('Prairie &amp; Sons')
  }
})

test('the reset e-mail links to the code form without the code', () => {
  const { text } = templates.resetCode(site, 'ana+1@ranch.example', 'K7QH3MZP')
  expect(text).toContain('https://pm.example/u/reset?step=code&email=ana%2B1%40ranch.example')
  expect(text.match(/K7QH3MZP/g)).toHaveLength(1)
})

test('a newline in user input adds no e-mail header', () => {
  expect(templates.postMortemSent(site, postMortem).subject).not.toMatch(/[\r\n]/)
})

test('e-mails have the same content as text and HTML', () => {
  const invitation = templates.invitation(site, 'ana@ranch.example', 'Xk4?aaaa', ['Client'])
  for (const words of ['ana@ranch.example', 'Xk4?aaaa', 'https://pm.example/u/login']) {
    expect(invitation.text).toContain(words)
    expect(invitation.html).toContain(words)
  }
})
