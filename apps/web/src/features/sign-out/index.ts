export { clearSession, deleteUserData, describeLossAtSignOut } from './user-data.ts'
export { signOutTexts } from './sign-out-texts.ts'
