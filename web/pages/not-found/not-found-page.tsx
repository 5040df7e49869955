export { NotFound as Component } from '../../components/feedback/page-message.tsx';
