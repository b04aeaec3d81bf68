import {
  type AnimalField,
  animalFieldNames,
  animalFields,
  definitionOf,
  fieldsBy,
} from '@chisholm/domain/animal-fields'
import { exampleIds } from '../../http/openapi/example-values.ts'

const exampleEntries = {
  'tag-colors': exampleIds.tagColor,
  diagnoses: exampleIds.diagnosis,
  breeds: exampleIds.breed,
  'animal-colors': exampleIds.animalColor,
  'animal-groups': exampleIds.animalGroup,
}

/** Example values of those of these fields that have one. */
const examplesOf = (fields: AnimalField[]) =>
  Object.fromEntries(
    fields
      .map((field) => {
        const definition = animalFields[field]
        if (definition.kind === 'entries') return [field, [exampleIds.dangerSign]]
        return [field, 'list' in definition ? exampleEntries[definition.list] : definitionOf(field).example]
      })
      .filter(([, example]) => example !== undefined),
  )
const facts = {
  ...examplesOf(animalFieldNames.filter((field) => definitionOf(field).author !== 'veterinarian')),
  treatments_given: [{ name: 'Florfenicol', given_at: '2026-11-03', note: 'Second dose.' }],
}

/** Request examples of the OpenAPI document. */
export const animalExamples = {
  add: {
    shortest: { body: { veterinary_record_id: exampleIds.draftTicket, tag: 'Y 4471' } },
    everything: { body: { id: exampleIds.newId, veterinary_record_id: exampleIds.draftTicket, ...facts } },
  },
  addWithId: {
    animal: { id: exampleIds.newId, body: { veterinary_record_id: exampleIds.draftTicket, tag: 'Y 4471' } },
  },
  change: {
    facts: { id: exampleIds.animal, body: facts },
    diagnosis: {
      id: exampleIds.animal,
      body: examplesOf(fieldsBy('veterinarian')),
    },
    clear: { id: exampleIds.animal, body: { pen: '', customer_notes: '' } },
  },
  examine: {
    pneumonia: {
      id: exampleIds.animal,
      body: {
        examined_at: '2026-11-20T15:30:00Z',
        mode: 'on_site',
        extent: 'partial',
        condition: 3,
        systems: [
          { system: 'external', state: 'normal' },
          { system: 'respiratory', state: 'abnormal', text: 'Cranioventral lobes firm and dark red.' },
        ],
        lesions: [
          {
            diagnosis_id: exampleIds.diagnosis,
            role: 'primary',
            certainty: 'confirmed',
            basis: 'gross',
            severity: 'severe',
            stage: 'acute',
            note: 'More than half of both lungs.',
          },
        ],
      },
    },
    nothingFound: { id: exampleIds.animal, body: { extent: 'external', systems: [], lesions: [] } },
  },
}
