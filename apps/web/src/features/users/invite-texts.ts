export const inviteTexts = {
  verb: 'Invite',
  customer: 'Customer',
  chooseCustomer: 'Choose a customer',
  sites: 'Sites',
  role: 'Role',
} as const
