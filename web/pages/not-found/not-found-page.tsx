export { NotFound as Component } from '../../components/feedback/not-found.tsx';
