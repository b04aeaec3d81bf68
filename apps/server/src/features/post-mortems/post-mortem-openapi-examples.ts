import { exampleIds } from '../../http/openapi/example-values.ts'

const details = { customer_id: exampleIds.customer, site_id: exampleIds.site, record_at: '2026-11-20' }

/** Request examples of new tickets. */
export const createExamples = {
  shortest: { body: details },
  everything: {
    body: {
      ...details,
      id: exampleIds.newId,
      note: 'Found at the feed bunk in the morning.',
      description: 'Third loss of this pen in a week.',
      no_vet_visit_requested: 0,
    },
  },
  'with animals, sent at once': {
    body: { ...details, id: exampleIds.newId, animals: [{ tag: 'Y 4471' }, { rfid: '982000123456789' }], send: 1 },
  },
}

/** Request examples of each step of a ticket (specification 7.3). */
export const changeExamples = {
  edit: { id: exampleIds.draftTicket, body: { ...details, note: 'Moved to the shade.', no_vet_visit_requested: 1 } },
  send: { id: exampleIds.draftTicket, body: { draft: 0 } },
  'send with danger signs': { id: exampleIds.draftTicket, body: { draft: 0, danger_acknowledged: 1 } },
  schedule: { id: exampleIds.pendingTicket, body: { scheduled_at: '2026-11-21 09:00:00' } },
  assign: { id: exampleIds.pendingTicket, body: { scheduled_for_id: exampleIds.veterinarian } },
  unassign: { id: exampleIds.scheduledTicket, body: { scheduled_for_id: '' } },
  complete: { id: exampleIds.scheduledTicket, body: { completed_at: '1' } },
}
