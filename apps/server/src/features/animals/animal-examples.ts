import { exampleIds } from '../../http/example-values.ts'

const facts = {
  tag: 'Y 4471',
  rfid: '982 000123456789',
  pen: '12',
  lot: 'L-208',
  tag_color_id: exampleIds.tagColor,
  customer_record_at: '2026-11-19',
  customer_notes: 'Off feed since Monday.',
  customer_diagnosis_id: exampleIds.diagnosis,
  breed_id: exampleIds.breed,
  animal_color_id: exampleIds.animalColor,
  animal_group_id: exampleIds.animalGroup,
  weight: 540,
  temperature: 40.1,
}

/** What may be said of an animal, and what of it a veterinarian says. */
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
      body: {
        vet_diagnosis_id: exampleIds.diagnosis,
        vet_diagnosis_note: 'Confirmed by the lung.',
        vet_findings: 'Consolidated cranial lobes.',
      },
    },
    clear: { id: exampleIds.animal, body: { pen: '', customer_notes: '' } },
  },
}
