/** Lists, wizard and pages of post-mortems. */
export const postMortemTexts = {
  myRequests: 'My PM Requests',
  myRequestsIntro: 'Requests you have started and sent. Press plus when an animal has died.',
  newPostMortem: 'New post mortem',
  /** @param rfid as it is shown */
  firstAnimal: (rfid: string) => `First animal: RFID ${rfid}`,
  ticket: 'Post mortem',
  diagnosedAs: (name: string) => `Diagnosis: ${name}`,
  chooseTicket: 'Choose a ticket to read it here.',
  listKeys: 'Move with the arrow keys, or J and K. Enter opens, Esc goes back.',
  assignedNow: 'Assigned to',
  unassigned: 'Unassigned',
  placesNotLoaded: 'The list of clients and sites could not be loaded.',
  diagnosis: {
    notesHint: 'What the yard should do next',
    discard: 'Discard',
    notSavedYet: 'Not saved yet',
    saving: 'Saving',
    saved: 'Saved',
    /** Why stands behind it. */
    notSaved: 'Not saved.',
    completeNeedsSaving:
      'What was typed of the animals could not be saved, so nothing was completed. Please try again.',
    yard: 'From the yard',
    vet: 'From the veterinarian',
  },
  schedule: {
    dayHasPassed: 'This day has passed. Schedule it all the same?',
    yes: 'Yes',
    anotherDay: 'Choose another day',
    timeHint: 'Leave empty for a visit at any time of the day.',
  },
  tabs: {
    draft: 'DRAFT',
    pending: 'PENDING',
    scheduled: 'IN PROGRESS',
    complete: 'COMPLETE',
    inbox: 'INBOX',
    inprogress: 'IN PROGRESS',
  },
} as const
