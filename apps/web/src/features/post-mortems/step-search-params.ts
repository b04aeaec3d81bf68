/** The search parameters of a post-mortem's page: the current step, and what that step is about. */
export interface StepSearch {
  step?: 'details' | 'animal' | 'sent' | 'complete' | 'examine' | undefined
  animal?: string | undefined
  rfid?: string | undefined
}
