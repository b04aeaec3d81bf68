/** The page that invites a user. */
export const inviteTexts = {
  verb: 'Invite',
  customer: 'Customer',
  chooseCustomer: 'Choose a customer',
  sites: 'Sites',
  role: 'Role',
} as const
