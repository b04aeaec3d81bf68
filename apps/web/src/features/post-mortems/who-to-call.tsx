import './danger.css'
import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { telephoneUrl } from '../../ui/telephone-url.ts'
import { dangerTexts } from './danger-texts.ts'

/** Calls the practice, if it has a telephone number. */
export function CallPractice() {
  const provider = useCachedProvider()
  if (!provider?.phone) return null
  return (
    <>
      <Button
        component="a"
        href={telephoneUrl(provider.phone)}
        color="red"
        leftSection={<IconPhone size={22} aria-hidden />}
      >
        {dangerTexts.call(provider.name)}
      </Button>
      <span className="number-on-paper">{dangerTexts.numberOf(provider.name, provider.phone)}</span>
    </>
  )
}

/** The authorities of the practice with their telephone numbers. */
export function Authorities() {
  const authorities = useCachedProvider()?.authorities ?? []
  return authorities.map(({ name, phone, note }) => (
    <div className="authority" key={`${name} ${phone}`}>
      <span>
        {name}
        {note && <span className="hint">{note}</span>}
      </span>
      <a href={telephoneUrl(phone)}>{phone}</a>
    </div>
  ))
}
