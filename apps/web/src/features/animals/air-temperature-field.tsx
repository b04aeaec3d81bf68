import '../../ui/chip.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { storeText } from '../../api/store-text.ts'
import {
  convertTemperature,
  parseTemperature,
  type TemperatureUnit,
  unitOf,
  weather,
  withoutUnit,
  withUnit,
} from './air-temperature.ts'
import { deathTexts } from './death-texts.ts'

const storageKey = 'chisholm.temperature-unit'
const lastUnit = (): TemperatureUnit => (localStorage.getItem(storageKey) === 'F' ? 'F' : 'C')

interface AirTemperatureFieldProps {
  name: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}

/** The air temperature, typed in °C or °F, or chosen in words. The device remembers the unit. */
export function AirTemperatureField({ name, value, onChange, error }: AirTemperatureFieldProps) {
  const [unit, setUnit] = useState<TemperatureUnit>(() => (value ? unitOf(value) : lastUnit()))
  const switchUnit = () => {
    const next = unit === 'C' ? 'F' : 'C'
    setUnit(next)
    storeText(storageKey, next)
    onChange(convertTemperature(value, next))
  }
  return (
    <div className="stack tight">
      <TextInput
        name={name}
        label={deathTexts.airTemperature}
        inputMode="text"
        autoComplete="off"
        value={withoutUnit(value)}
        onChange={(event) => onChange(withUnit(event.currentTarget.value, unit))}
        error={error}
        rightSectionWidth={60}
        rightSection={
          <Button
            variant="subtle"
            size="sm"
            px={8}
            miw={44}
            mih={44}
            aria-label={deathTexts.switchUnit(unit)}
            onClick={switchUnit}
          >
            °{unit}
          </Button>
        }
      />
      <div className="chips">
        {weather.map(([word, celsius]) => (
          <button
            key={word}
            type="button"
            className="chip"
            aria-pressed={parseTemperature(value) === celsius}
            onClick={() => onChange(convertTemperature(String(celsius), unit))}
          >
            {deathTexts.weather[word]}
          </button>
        ))}
      </div>
    </div>
  )
}
