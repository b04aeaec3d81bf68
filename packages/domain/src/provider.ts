import { constants } from './constants.ts'
import { isZone } from './dates.ts'
import { isEmail } from './email.ts'
import { type Mistakes, mistakesOf, textMistake } from './mistakes.ts'
import type { Provider } from './shapes.ts'
import { texts } from './texts.ts'

/** What is wrong with the details of the practice: all of them have to be there but web site and postal address. */
export function providerMistakes({ name, phone, email, url, address, time_zone }: Provider): Mistakes {
  const { validation } = texts
  const { nameMax, phoneMax, emailMax, urlMax, addressMax } = constants.provider
  const required = validation.emailInvalid
  return mistakesOf({
    name: textMistake(name, nameMax, validation.providerNameRequired),
    phone: textMistake(phone, phoneMax, validation.providerPhoneRequired),
    email: isEmail(email.trim()) ? textMistake(email, emailMax, required) : required,
    url: url.trim() === '' || isWebAddress(url) ? textMistake(url, urlMax) : validation.providerUrlInvalid,
    address: textMistake(address, addressMax),
    time_zone: isZone(time_zone) ? null : validation.providerTimeZoneInvalid,
  })
}

const isWebAddress = (text: string) => /^https?:\/\/[^\s/]+\S*$/i.test(text.trim())
