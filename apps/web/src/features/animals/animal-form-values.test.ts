import { animalFieldNames } from '@chisholm/domain/animal-fields'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { describe, expect, test } from 'vitest'
import { type AnimalFormValues, animalFormValues, toAnimalInput, validateAnimal } from './animal-form-values.ts'
import { nameOfAnimal } from './animal-name.ts'

const today = '2026-11-22'
const now = new Date('2026-11-22T18:00:00Z')
const blank = animalFormValues(undefined, '', today)
const nothing = Object.fromEntries(animalFieldNames.map((field) => [field, null]))
// cast: only the fields that the form reads
const animalWith = (fields: Partial<Animal>) => ({ ...nothing, id: 'cow', ...fields }) as Animal

describe('the form of an animal', () => {
  test('begins empty, with today and the scanned RFID', () => {
    expect(animalFormValues(undefined, '982000123456789', today)).toMatchObject({
      rfid: '982000123456789',
      customer_record_at: today,
      tag: '',
      weight: '',
      breed_id: null,
    })
  })
  test.each<[Partial<Animal>, Partial<AnimalFormValues>]>([
    [{ tag: '7' }, { tag: '7' }],
    [{ tag: null }, { tag: '' }],
    [{ weight: 0 }, { weight: '0' }],
    [{ weight: 540 }, { weight: '540' }],
    [{ temperature: -2.5 }, { temperature: '-2.5' }],
    [{ breed_id: 'angus' }, { breed_id: 'angus' }],
    [{ breed_id: null }, { breed_id: null }],
    [{ customer_record_at: null }, { customer_record_at: null }],
    [{ customer_record_at: '2026-11-01' }, { customer_record_at: '2026-11-01' }],
    [{ danger_sign_ids: ['blood', 'sores'] }, { danger_sign_ids: ['blood', 'sores'] }],
    [{}, { danger_sign_ids: [] }],
  ])('of one with %o shows %o', (fields, shown) => {
    expect(animalFormValues(animalWith(fields), '', today)).toMatchObject(shown)
  })
  test('keeps an existing RFID, whatever is scanned', () => {
    expect(animalFormValues(animalWith({ rfid: '1' }), '2', today).rfid).toBe('1')
    expect(animalFormValues(animalWith({ rfid: null }), '2', today).rfid).toBe('2')
  })
  test("never contains the veterinarian's fields", () => {
    const values = animalFormValues(animalWith({ vet_findings: 'Bloat', vet_diagnosis_id: 'x' }), '', today)
    expect(Object.keys(values).filter((field) => field.startsWith('vet_'))).toEqual([])
  })
})

const wrongWeight = ['Please enter a number from 0 to 10,000.']
const wrongTemperature = ['Please enter a number from -60 to 60.']
const checkTimes = [texts.validation.checkTimes]
const florfenicol = { id: 't1', treatment_id: 'florfenicol', name: 'Florfenicol', given_at: '2026-11-19', note: null }
describe('input of an animal', () => {
  test.each<[Partial<AnimalFormValues>, object]>([
    [{}, {}],
    [{ weight: '   ' }, {}],
    [{ weight: '0' }, {}],
    [{ weight: '10000' }, {}],
    [{ weight: '540,5' }, {}],
    [{ weight: ' 540.5 ' }, {}],
    [{ weight: '-1' }, { weight: wrongWeight }],
    [{ weight: '10000.1' }, { weight: wrongWeight }],
    [{ weight: 'heavy' }, { weight: wrongWeight }],
    [{ weight: '540 kg' }, { weight: wrongWeight }],
    [{ weight: '1,234.5' }, { weight: wrongWeight }],
    [{ weight: 'Infinity' }, { weight: wrongWeight }],
    [{ temperature: '60' }, {}],
    [{ temperature: '-60' }, {}],
    [{ temperature: '60.1' }, { temperature: wrongTemperature }],
    [{ temperature: '-60,1' }, { temperature: wrongTemperature }],
    [
      { weight: 'x', temperature: 'y' },
      { weight: wrongWeight, temperature: wrongTemperature },
    ],
    [{ customer_record_at: null }, {}],
    [{ customer_record_at: '2024-02-29' }, {}],
    [{ customer_record_at: '2026-02-30' }, { customer_record_at: [texts.validation.scheduleDateRequired] }],
    [{ air_temperature_c: '-5' }, {}],
    [{ air_temperature_c: '140 °F' }, {}],
    [{ air_temperature_c: '141 °F' }, { air_temperature_c: wrongTemperature }],
    [{ air_temperature_c: '61' }, { air_temperature_c: wrongTemperature }],
    [{ air_temperature_c: 'warm' }, { air_temperature_c: wrongTemperature }],
    [{ found_at: '2026-11-22T18:04:00.000Z' }, {}],
    [{ found_at: '2026-11-22T18:06:00.000Z' }, { found_at: checkTimes }],
    [{ found_at: '2026-11-22 ' }, { found_at: checkTimes }],
    [{ found_at: ' 07:30' }, { found_at: checkTimes }],
    [{ found_at: '2026-11-22T12:00:00.000Z', died_at: '2026-11-22T13:00:00.000Z' }, { died_at: checkTimes }],
    [{ arrived_at: '2026-11-22' }, {}],
    [{ arrived_at: '2026-11-23' }, { arrived_at: checkTimes }],
    [{ arrived_at: 'in May' }, { arrived_at: [texts.validation.scheduleDateRequired] }],
    [{ treatments_given: [florfenicol] }, {}],
    [{ rfid: '982274877906943' }, {}],
    [{ rfid: '982274877906944' }, { rfid: [texts.validation.rfidTooLarge] }],
    [
      { treatments_given: [florfenicol, { ...florfenicol, treatment_id: null, name: ' ' }] },
      { 'treatments_given.1.name': [texts.validation.treatmentNameRequired] },
    ],
    [{ customer_record_at: '2027-11-23' }, {}],
    [{ customer_record_at: '2027-12-31' }, { customer_record_at: [texts.validation.checkYear] }],
    [{ customer_record_at: 'soon' }, { customer_record_at: [texts.validation.scheduleDateRequired] }],
  ])('%o has the errors %o', (typed, errors) => {
    expect(validateAnimal({ ...blank, ...typed }, now, 'America/Edmonton')).toEqual(errors)
  })
  test('keeps an RFID that was saved before, although no chip can hold its number', () => {
    const rfid = '982274877906944'
    expect(validateAnimal({ ...blank, rfid }, now, 'America/Edmonton', rfid)).toEqual({})
  })

  test.each<[Partial<AnimalFormValues>, object]>([
    [{ weight: '' }, { weight: null }],
    [{ weight: ' 540,5 ' }, { weight: 540.5 }],
    [{ temperature: '-0.5' }, { temperature: -0.5 }],
    [{ tag: ' 7 ' }, { tag: ' 7 ' }],
    [{ breed_id: null }, { breed_id: null }],
    [{ air_temperature_c: '' }, { air_temperature_c: null }],
    [{ air_temperature_c: '12,5' }, { air_temperature_c: 12.5 }],
    [{ air_temperature_c: '90 °F' }, { air_temperature_c: 32.2 }],
    [{ treatments_given: [florfenicol] }, { treatments_given: [florfenicol] }],
    [{ found_at: null }, { found_at: null }],
    [{ danger_sign_ids: [] }, { danger_sign_ids: [] }],
    [{ danger_sign_ids: ['blood'] }, { danger_sign_ids: ['blood'] }],
  ])('%o is sent as %o', (typed, sent) => {
    expect(toAnimalInput({ ...blank, ...typed }, false)).toMatchObject(sent)
  })

  test.each([
    [false, ['customer_diagnosis_id', 'customer_diagnosis_note', 'customer_notes']],
    [true, []],
  ])('on the route of veterinarians (%s) the own words of the client sent are %o', (vetRoute, fields) => {
    const sent = Object.keys(toAnimalInput({ ...blank, customer_notes: 'x' }, vetRoute))
    expect(sent.filter((field) => /^customer_(?:notes|diag)/.test(field)).sort()).toEqual(fields)
    expect(sent).toContain('customer_record_at')
  })
})

test.each<[string | null, string | null, string]>([
  ['7', '982000123456789', '7'],
  ['7', null, '7'],
  [null, '982000123456789', '982 000 123 456 789'],
  [null, 'ABC', 'ABC'],
  [null, null, 'Animal without a tag'],
])('an animal with tag %s and RFID %s is called "%s"', (tag, rfid, name) => {
  expect(nameOfAnimal({ tag, rfid })).toBe(name)
})
