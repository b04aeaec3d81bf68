/**
 * What each action of the audit trail is called, as a sentence: {who} did it, {it} is what it was done to. A test of the
 * server fails when it writes an action that has no words here.
 */
export const auditWords: Record<string, string> = {
  'post-mortem created': '{who} began {it}',
  'post-mortem edited': '{who} changed {it}',
  'post-mortem sent': '{who} sent {it}',
  'post-mortem scheduled': '{who} scheduled {it}',
  'post-mortem completed': '{who} completed {it}',
  'post-mortem deleted': '{who} deleted {it}',
  'animal added': '{who} added {it}',
  'animal edited': '{who} changed {it}',
  'animal deleted': '{who} deleted {it}',
  'photo added': '{who} added {it}',
  'photo deleted': '{who} deleted {it}',
  'report made': '{who} had {it} made',
  'profile edited': '{who} changed the profile of {it}',
  'account changed': '{who} changed the account of {it}',
  'user invited': '{who} invited {it}',
  'user imported': '{who} imported {it}',
  'customer imported': '{who} imported {it}',
  'site imported': '{who} imported {it}',
  'list imported': '{who} imported {it}',
  'list exported': '{who} exported {it}',
  'signed in': '{who} signed in',
  'first signed in': '{who} signed in for the first time',
  'signed in with an authenticator app': '{who} signed in with an authenticator app',
  'signed in with a passkey': '{who} signed in with a passkey',
  'signed in with a recovery code': '{who} signed in with a recovery code',
  'sign-in failed': 'A sign-in as {it} failed',
  'sign-in token reused': 'A sign-in of {it} was ended: its token had been used before',
  'sign-in ended after wrong passwords': 'The sign-in of {it} was ended after wrong passwords',
  'second factor refused': 'A second factor of {it} was refused',
  'second factor reset': '{who} removed the second factor of {it}',
  'sign-in protection changed': '{who} changed how {it} signs in',
  'signed out': '{who} signed out',
  'signed out everywhere': '{who} signed out everywhere',
  'password changed': 'The password of {it} was changed',
}

/** Says one line of the audit trail. An action without words is said by its name. */
export function auditSentence(action: string, who: string, it: string): string {
  return (auditWords[action] ?? `{who}: ${action} ({it})`).replaceAll('{who}', who).replaceAll('{it}', it)
}

/** What a change of a ticket, animal or photo calls its fields; the others are not told. */
export const changeWords: Record<string, string> = {
  record_at: 'Date',
  customer_id: 'Customer',
  site_id: 'Site',
  description: 'Description',
  note: 'Notes',
  no_vet_visit_requested: 'No visit requested',
  scheduled_at: 'Scheduled for',
  scheduled_for_id: 'Veterinarian',
  tag: 'Tag',
  rfid: 'RFID',
  pen: 'Pen',
  lot: 'Lot',
  tag_color_id: 'Tag color',
  customer_record_at: 'Date of death',
  customer_notes: 'Customer notes',
  customer_diagnosis_id: 'Customer diagnosis',
  customer_diagnosis_note: 'Customer diagnosis notes',
  vet_diagnosis_id: 'Diagnosis',
  vet_diagnosis_note: 'Diagnosis notes',
  vet_findings: 'Findings',
  breed_id: 'Breed',
  animal_color_id: 'Color',
  animal_group_id: 'Group',
  weight: 'Weight in kg',
  temperature: 'Temperature in °C',
}
